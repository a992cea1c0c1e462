/** The ids of the demo fields. */

/** The id of a demo field; the first has number 1. */
export const demoField = (number: number): string => `fld_demo_${String(number).padStart(2, '0')}`;

/** The ids of the first demo fields. */
export const demoFields = (count: number): string[] => Array.from({ length: count }, (_, at) => demoField(at + 1));
