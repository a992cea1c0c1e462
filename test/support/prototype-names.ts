/** Names that every plain object answers to though nobody put them there: what a table must not find when asked from outside. */
export const prototypeNames = ['constructor', '__proto__', 'toString', 'hasOwnProperty', 'valueOf'] as const;
