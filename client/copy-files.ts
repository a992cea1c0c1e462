/** Copies the files of the package that are not modules: the licence, and the schema for code generators and editors. */
import { copyFileSync } from 'node:fs';

const here = (path: string) => new URL(path, import.meta.url);

copyFileSync(here('../LICENSE'), here('LICENSE'));
copyFileSync(here('../schema/schema.graphql'), here('dist/schema.graphql'));
