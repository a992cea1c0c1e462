/** Documents as tests write them: each is sent as it is, and typed by its text (`npm run generate`). */
import type { Documents } from './types.ts';

/** The text of an operation, and what it gives and takes. */
export type Document<Data, Variables> = string & { readonly typed?: (variables: Variables) => Data };

/** Types a document. One that was not generated yet is a type error. */
export const graphql = <Text extends keyof Documents>(text: Text): Document<Documents[Text][0], Documents[Text][1]> =>
  text as Document<Documents[Text][0], Documents[Text][1]>;
