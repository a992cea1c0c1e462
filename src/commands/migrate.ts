/** `npm start -- migrate`: brings the database up to the schema of this version, as every start does. */
import { callOf, print, readOptions, UsageError } from '../platform/cli/command-line.ts';
import { runCommand } from './command.ts';

const usage = `${callOf('migrate')}

Brings the database up to the schema of this version. Run it as the owner of the tables, before a rollout, if the role that serves
may not change tables. It does nothing if the schema is up to date.`;

/** Runs the command. */
export const run = () =>
  runCommand(
    usage,
    async (store) => {
      const error = await store.findFault();
      if (error) throw error;
      print('The database has the schema of this version.');
    },
    {
      assertCallable() {
        if (readOptions({}).positionals.length > 0) throw new UsageError('migrate takes no words.');
      },
    },
  );
