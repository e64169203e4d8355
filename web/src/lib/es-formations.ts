/** Spanish for games of formations, headquarters and support markers. */

const formations: Record<string, string> = {
  "1 turn": "1 turno",
  // Activation
  "A pass costs nothing, unless the other side passes too: then the turn ends. After two passes in a row each enemy activation but the first may end it.":
    "Pasar no cuesta nada, salvo que también pase el otro bando: entonces acaba el turno. Tras dos pases seguidos, cada activación enemiga menos la primera puede acabarlo.",
  "Activate": "Activar",
  "At a secret time: {units}": "En un momento secreto: {units}",
  "Activated again, they get fatigued: {units}": "Al activarse otra vez se fatigan: {units}",
  "Activated this turn": "Activada este turno",
  "Activation": "Activación",
  "again: gets fatigued": "otra vez: se fatiga",
  "Begin the activation": "Empezar la activación",
  "Can be added": "Se pueden añadir",
  "Chosen: {n} of 4": "Elegidas: {n} de 4",
  "Click a unit to leave it out.": "Pulsa una unidad para dejarla fuera.",
  "Click units on the map or below.": "Pulsa unidades en el mapa o aquí abajo.",
  "Command ranges": "Alcances de mando",
  "End the activation": "Terminar la activación",
  "fatigued: not again this turn": "fatigado: este turno ya no",
  "for the second time: {n}": "por segunda vez: {n}",
  "Formations": "Formaciones",
  "fresh: {n}": "sin activar: {n}",
  "independent": "independiente",
  "Leave out": "Dejar fuera",
  "out of command: {n}": "fuera de mando: {n}",
  "spent: {n}": "agotadas: {n}",
  "Take along": "Llevar consigo",
  "Taking part: {n}": "Participan: {n}",
  "The enemy has passed twice: after each activation of yours but the first the turn ends on 11 or 12 with two dice.":
    "El enemigo ha pasado dos veces: tras cada activación tuya menos la primera el turno acaba con un 11 o un 12 en dos dados.",
  "The other side has passed: if you pass too, the turn ends.": "El otro bando ha pasado: si pasas tú también, acaba el turno.",
  "Up to 4 single units": "Hasta 4 unidades sueltas",
  "{n} AP": "{n} PA",
  // Actions of units
  "Bridgehead": "Cabeza de puente",
  "Choose": "Elegir",
  "Click a fatigued unit: for an action point it recovers.": "Pulsa una unidad fatigada: se recupera por un punto de acción.",
  "Click a lit enemy hex: a prepared attack takes two action points, moves the odds two columns and costs you a step at least if the enemy loses any.":
    "Pulsa un hex enemigo iluminado: el ataque preparado cuesta dos puntos de acción, mueve la proporción dos columnas y te cuesta al menos un paso si el enemigo pierde alguno.",
  "Click a lit hex across the river: for an action point a step of your division goes over and holds it. The division stays where it is meanwhile.":
    "Pulsa un hex iluminado al otro lado del río: por un punto de acción un paso de tu división cruza y lo ocupa. Entretanto la división no se mueve.",
  "Click the lit hex: the way out leads past the friend that has moved up. The unit is disorganised, and with more than {quality} on the die it loses a step.":
    "Pulsa el hex iluminado: la salida pasa por donde está la unidad amiga que se ha acercado. La unidad queda desorganizada, y con más de {quality} en el dado pierde un paso.",
  "Click a lit hex: the unit enters there. Whoever comes after it by the same hex pays a movement point more.":
    "Pulsa un hex iluminado: la unidad entra por ahí. Quien entre después por el mismo hex paga un punto de movimiento más.",
  "Click a lit unit: for an action point it takes up an improvised position.":
    "Pulsa una unidad iluminada: por un punto de acción ocupa una posición improvisada.",
  "Click the division: for an action point it puts a second step across.": "Pulsa la división: por un punto de acción pasa un segundo paso al otro lado.",
  "Dig in": "Atrincherarse",
  "Disengage": "Desengancharse",
  "Enlarge a bridgehead": "Ampliar una cabeza de puente",
  "Enlarge the bridgehead": "Ampliar la cabeza de puente",
  "Enter here": "Entrar aquí",
  "enters the map": "entra en el mapa",
  "Goes another way": "Va por otro camino",
  "Meets the alarm counter": "Encuentra la ficha de alarma",
  "Must attack": "Debe atacar",
  "Must attack from there": "Desde ahí debe atacar",
  "No advance": "No avanzar",
  "Prepared attack": "Ataque preparado",
  "Prepared attack on {hex}": "Ataque preparado a {hex}",
  "Recover": "Recuperarse",
  "Restore a step": "Recuperar un paso",
  "Restore nothing more": "No recuperar más",
  // Marks
  "Alarm counter": "Ficha de alarma",
  "Breakthrough": "Ruptura",
  "Came back this turn": "Ha vuelto este turno",
  "Disorganised": "Desorganizada",
  "Fatigued": "Fatigada",
  "In an improvised position": "En una posición improvisada",
  "Isolated": "Aislada",
  "Out of command": "Fuera de mando",
  // Support
  "+{n} to the die": "+{n} al dado",
  "a white star": "una estrella blanca",
  "a yellow star": "una estrella amarilla",
  "air mission": "misión aérea",
  "Air missions: {n}": "Misiones aéreas: {n}",
  "Allot automatically": "Asignar automáticamente",
  "Allot here": "Asignar aquí",
  "available": "disponibles",
  "back in turn {n}": "vuelve en el turno {n}",
  "Click a marker, then the headquarters that shall have it. Used ones can be allotted again.":
    "Pulsa un marcador y después el cuartel general que debe tenerlo. Los usados se pueden asignar otra vez.",
  "columns: {n}": "columnas: {n}",
  "1 column": "1 columna",
  "{n} columns": "{n} columnas",
  "End the support phase": "Terminar la fase de apoyos",
  "Fly an air mission": "Volar una misión aérea",
  "Free markers": "Marcadores libres",
  "free to be allotted": "libres para asignar",
  "Give up: {marker}": "Entregar: {marker}",
  "level {n}": "nivel {n}",
  "Markers that you can use": "Marcadores que puedes usar",
  "No more support": "No más apoyos",
  "no support yet": "sin apoyos aún",
  "Now choose a headquarters, here or on the map.": "Ahora elige un cuartel general, aquí o en el mapa.",
  "or": "o",
  "Support": "Apoyos",
  "Support markers": "Marcadores de apoyo",
  "used": "usados",
  "Your headquarters": "Tus cuarteles generales",
  // Combat
  "against": "contra",
  "Armour": "Blindaje",
  "Armour superiority": "Superioridad acorazada",
  "attacker loses an armoured step": "el atacante pierde un paso acorazado",
  "Attacker's support": "Apoyo del atacante",
  "defender loses an armoured step": "el defensor pierde un paso acorazado",
  "Defender's support": "Apoyo del defensor",
  "die {n}": "dado {n}",
  "Odds, rounded": "Proporción, redondeada",
  "Quality": "Calidad",
  "quality {n}": "calidad {n}",
  "stars: {n}": "estrellas: {n}",
  "Steps of the combat": "Pasos del combate",
  "the attacker also loses an armoured step": "el atacante pierde además un paso acorazado",
  "The combat results table, the die modified": "La tabla de combate, con el dado modificado",
  "the defender also loses an armoured step": "el defensor pierde además un paso acorazado",
  "{exact}, rounded to {total}": "{exact}, redondeado a {total}",
  // The guided first game of Debrecen
  "You lead the 6th Guards Tank Army and the Romanians in the south. Nagyvárad behind the river is worth 3 points: hold it after turn 3. Drag the map to move it and turn the wheel to zoom.":
    "Diriges el 6.º Ejército de Tanques de la Guardia y a los rumanos, en el sur. Nagyvárad, tras el río, vale 3 puntos: debe ser tuya tras el turno 3. Arrastra el mapa para moverlo y gira la rueda para ampliarlo.",
  "Guns for the headquarters":
    "Cañones para los cuarteles generales",
  "Artillery, engineers and assault guns are markers in the boxes of headquarters, ready for a combat within command range. Click a marker, then your headquarters; or let it be done.":
    "Artillería, ingenieros y cañones de asalto son marcadores en las casillas de los cuarteles generales, listos para un combate dentro del alcance de mando. Pulsa un marcador y después tu cuartel general; o deja que se haga solo.",
  "The Axis allots its support markers first. Then it is your turn.":
    "El Eje asigna primero sus marcadores de apoyo. Después te toca a ti.",
  "Activate a formation":
    "Activa una formación",
  "The sides act in turn, a formation at a time. Point at the formation: the map shows its command range and the units in it. Click to activate it.":
    "Los bandos actúan por turnos, una formación cada vez. Señala la formación: el mapa muestra su alcance de mando y sus unidades. Pulsa para activarla.",
  "Who takes part":
    "Quién participa",
  "All units in command take part. You could leave some out: what is fresh later can act later. Whoever is activated twice in a turn gets fatigued. Begin.":
    "Participan todas las unidades bajo mando. Podrías dejar algunas fuera para que actúen más tarde. Quien se activa dos veces en un turno se fatiga. Empieza.",
  "The golden dots are action points: for moves, attacks, digging in. On the counter stand combat value, steps and quality; stars are armour. Click a counter with a bright edge.":
    "Los puntos dorados son puntos de acción: para mover, atacar o atrincherarse. En la ficha están el valor de combate, los pasos y la calidad; las estrellas son blindaje. Pulsa una ficha con borde claro.",
  "Lit hexes are in reach; the label tells movement and action points. Next to a stack or a strong unit its zone of control stops you, and under red crosses you must attack before the activation ends. Click a hex.":
    "Los hexs iluminados están al alcance; la etiqueta indica puntos de movimiento y de acción. Junto a un apilamiento o una unidad fuerte, su zona de control te detiene, y donde hay una cruz roja debes atacar antes de que acabe la activación. Pulsa un hex.",
  "Look at the command ranges":
    "Mira los alcances de mando",
  "Press C: each headquarters commands so far. Outside, a unit cannot be activated with its formation, and gets no support. Every layer has its key.":
    "Pulsa C: hasta ahí manda cada cuartel general. Fuera, una unidad no se activa con su formación ni recibe apoyo. Cada capa tiene su tecla.",
  "Click the units that take part and watch the odds: each number names its rule. Stars against fewer stars bring columns. When you like what you see, commit the attack.":
    "Pulsa las unidades que participan y mira la proporción: cada número nombra su regla. Más estrellas que el rival dan columnas. Cuando te guste lo que ves, confirma el ataque.",
  "Finish the move first.":
    "Termina antes el movimiento.",
  "Nobody of yours can attack yet. Move up to an enemy unit, with an action point left.":
    "Nadie puede atacar aún. Acércate a una unidad enemiga y guarda un punto de acción.",
  "Hatched hexes can be attacked. Click one to choose it as the target; with P it is a prepared attack, stronger and dearer.":
    "Los hexs rayados se pueden atacar. Pulsa uno para elegirlo como objetivo; con P es un ataque preparado, más fuerte y más caro.",
  "The combat, step by step":
    "El combate, paso a paso",
  "The result costs steps or hexes of retreat: choose what loses a step, or retreat.":
    "El resultado cuesta pasos o hexs de retirada: elige qué pierde un paso, o retírate.",
  "Your unit must retreat: click the lit hexes.":
    "Tu unidad debe retirarse: pulsa los hexs iluminados.",
  "The hex is empty. Click an attacker and then a lit hex to advance, or stay.":
    "El hex está vacío. Pulsa un atacante y después un hex iluminado para avanzar, o quédate.",
  "First both sides add support, then each names the unit whose quality counts for the die, and whose armour for the columns. Then the die falls.":
    "Primero ambos bandos añaden apoyos; después cada uno nombra la unidad cuya calidad cuenta para el dado y la que aporta su blindaje a las columnas. Luego cae el dado.",
  "Use the points that are left, then end the activation with this button.":
    "Usa los puntos que quedan y termina la activación con este botón.",
  "Now the Axis acts. So it goes back and forth until both pass one after the other; then the turn ends.":
    "Ahora actúa el Eje. Así se alternan hasta que ambos pasan uno tras otro; entonces acaba el turno.",
  "Go on: the learning scenario lasts three turns. What you have activated can be activated once more this turn, at the price of fatigue. Whenever you wonder why something is not possible, click it: the table names the rule.":
    "Sigue: el escenario de aprendizaje dura tres turnos. Lo que has activado puede activarse otra vez este turno, al precio de la fatiga. Si te preguntas por qué algo no es posible, púlsalo: la mesa nombra la regla.",
};

export default formations;
