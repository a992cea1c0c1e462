/** Keeps the schema to those who have it: no introspection, and no message that guesses at what a caller may have meant. */
import { NoSchemaIntrospectionCustomRule } from 'graphql';
import type { Plugin } from 'graphql-yoga';

/** A Yoga plugin for INTROSPECTION=off. */
export function useHiddenSchema(): Plugin {
  return {
    onValidate({ addValidationRule, validateFn, setValidationFn }) {
      addValidationRule(NoSchemaIntrospectionCustomRule);
      setValidationFn((schema, document, rules, options) =>
        validateFn(schema, document, rules, { ...options, hideSuggestions: true }),
      );
    },
    onExecute({ executeFn, setExecuteFn }) {
      setExecuteFn((args) => {
        const quietArgs = { ...args, hideSuggestions: true };
        return executeFn(quietArgs);
      });
    },
  };
}
