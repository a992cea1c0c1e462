/** Documents of tests: each is sent unchanged, and typed by its text (`npm run generate`). */
import type { Documents } from './types.ts';

/** The text of an operation, with the types of its data and variables. */
export type Document<Data, Variables> = string & { readonly typed?: (variables: Variables) => Data };

/** Types a document. A document without generated types is a type error. */
export const graphql = <Text extends keyof Documents>(text: Text): Document<Documents[Text][0], Documents[Text][1]> =>
  text as Document<Documents[Text][0], Documents[Text][1]>;
