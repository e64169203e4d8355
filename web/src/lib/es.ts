/** Spanish for the words of the screens. */

const es: Record<string, string> = {};

export default es;
