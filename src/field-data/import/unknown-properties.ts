/**
 * Finds properties of an imported record that its OpenAPI schema does not have, at any depth. The import refuses such a record: a misspelt
 * property must not be lost silently.
 */
import { isJsonObject, type Json, resolvePointer } from '../records/description.ts';

/** The property names that a schema allows below a value, with references resolved once rather than for each record. */
interface NameTree {
  /** By name; undefined where the schema says nothing of properties, and any will do. */
  properties?: ReadonlyMap<string, NameTree>;
  items?: NameTree;
}

/** Makes the function that finds the paths of such properties in a value. */
export function createUnknownProperties(schema: Json | undefined): (value: unknown) => string[] {
  const tree = createTrees()(schema);
  return (value) => {
    const unknown: string[] = [];
    collect(tree, value, '', unknown);
    return unknown;
  };
}

function collect({ properties, items }: NameTree, value: unknown, path: string, unknown: string[]): void {
  if (typeof value !== 'object' || value === null) return;
  if (Array.isArray(value)) {
    if (items) for (const [index, entry] of value.entries()) collect(items, entry, `${path}${index}/`, unknown);
    return;
  }
  if (!properties) return;
  const record = value as Record<string, unknown>;
  for (const name in record) {
    const tree = properties.get(name);
    const entry = record[name];
    if (!tree) unknown.push(path + name);
    else if (typeof entry === 'object' && entry !== null) collect(tree, entry, `${path}${name}/`, unknown);
  }
}

/** Reads trees, one for each schema that is named: it may name itself below. */
function createTrees(): (schema: Json | undefined) => NameTree {
  const trees = new Map<string, NameTree>();

  function fill(tree: NameTree, { properties, items }: { readonly [name: string]: Json }): NameTree {
    if (isJsonObject(properties)) {
      tree.properties = new Map(Object.entries(properties).map(([name, property]) => [name, treeOf(property)]));
    }
    if (items !== undefined) tree.items = treeOf(items);
    return tree;
  }

  /** Of "this or null" the tree of the first. */
  function treeOf(schema: Json | undefined): NameTree {
    if (!isJsonObject(schema)) return {};
    if (typeof schema.$ref === 'string') {
      const known = trees.get(schema.$ref);
      if (known) return known;
      const tree: NameTree = {};
      trees.set(schema.$ref, tree);
      return Object.assign(tree, treeOf(resolvePointer(schema.$ref)));
    }
    return Array.isArray(schema.oneOf) ? treeOf(schema.oneOf[0]) : fill({}, schema);
  }

  return treeOf;
}
