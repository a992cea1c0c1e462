/** What the package has of its development dependencies: what only browsers run, and its licence. */

/** The files, by package. `src/field-data/routes/pages/docs.ts` finds them at run time. */
export const browserFiles: Readonly<Record<string, readonly string[]>> = {
  '@graphql-yoga/render-graphiql': ['LICENSE'],
  'swagger-ui-dist': [
    'swagger-ui.css',
    'swagger-ui-bundle.js',
    'swagger-ui-bundle.js.LICENSE.txt',
    'LICENSE',
    'NOTICE',
  ],
};
