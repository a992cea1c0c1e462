/**
 * Prepares a document at start as far as possible without variables: reads, validates, checks its least cost, plans, compiles and pins it.
 * Errors that each of its requests would get appear here, where its author reads them.
 */
import { type DocumentNode, Kind, type OperationDefinitionNode } from 'graphql';
import { GatewayError } from '../errors/gateway-error.ts';
import { createDocumentReader, type ReadingOptions } from './documents.ts';
import { createCostCheck } from './limits/cost.ts';
import type { PinnedDocuments } from './pinned-documents.ts';

interface PinOptions extends ReadingOptions {
  /** The clock that windows are counted from. */
  calendar: () => Date;
  pinned: PinnedDocuments;
  /** Compiles the plans of an operation. */
  plan(document: DocumentNode, operation: OperationDefinitionNode): void;
}

/**
 * Pins the document of a text; does nothing if it is already pinned. Throws the error that a request for it would get, and
 * OPERATION_TOO_COMPLEX if it does not fit.
 */
export type Pin = (text: string) => void;

/** Makes the function for one schema. */
export function createPin({ pinned, plan, ...reading }: PinOptions): Pin {
  const read = createDocumentReader(reading);
  const assertCost = createCostCheck(reading.schema, reading.limits, reading.calendar);
  return (text) => {
    if (pinned.get(text)) return;
    const prepared = read(text);
    const [error] = prepared.errors;
    if (error) throw error;
    const operations = prepared.document.definitions
      .filter((node) => node.kind === Kind.OPERATION_DEFINITION)
      .flatMap(({ name }) => prepared.find(name?.value) ?? []);
    for (const operation of operations) assertCost(prepared.document, operation);
    if (!pinned.set(text, prepared, prepared.bytes)) {
      const { size } = pinned;
      const message = `It does not fit next to ${size.count} others of ${size.bytes} bytes: raise TRUSTED_DOCUMENTS_BYTES_MAX.`;
      throw new GatewayError('OPERATION_TOO_COMPLEX', { message });
    }
    for (const { node } of operations) plan(prepared.document, node);
  };
}
