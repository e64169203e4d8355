/** Spanish for the words of the table. */

const table: Record<string, string> = {};

export default table;
