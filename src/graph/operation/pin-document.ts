/**
 * Prepares a document at start as far as it can be without variables: read, validated, its least cost checked, planned and compiled, and
 * pinned. Whatever would refuse its every request refuses it here, where its author reads it.
 */
import { type DocumentNode, Kind, type OperationDefinitionNode } from 'graphql';
import { GatewayError } from '../errors/gateway-error.ts';
import { createDocumentReader, type ReadingOptions } from './documents.ts';
import { createCostCheck } from './limits/cost.ts';
import type { PinnedDocuments } from './pinned-documents.ts';

export interface PinOptions extends ReadingOptions {
  /** The wall clock. */
  calendar: () => Date;
  pinned: PinnedDocuments;
  /** Compiles what an operation will run. */
  plan(document: DocumentNode, operation: OperationDefinitionNode): void;
}

/**
 * Pins the document of a text; one that is pinned already stays as it is. Throws the error that a request for it would get, and
 * OPERATION_TOO_COMPLEX where there is no room for it.
 */
export type Pin = (text: string) => void;

/** Makes the function for one schema. */
export function createPin({ pinned, plan, ...reading }: PinOptions): Pin {
  const read = createDocumentReader(reading);
  const assertCost = createCostCheck(reading.schema, reading.limits, reading.calendar);
  return (text) => {
    if (pinned.get(text)) return;
    const { prepared, bytes } = read(text);
    const [error] = prepared.errors;
    if (error) throw error;
    const operations = prepared.document.definitions.filter((node) => node.kind === Kind.OPERATION_DEFINITION);
    if (operations.length === 0) throw new GatewayError('BAD_USER_INPUT', { message: 'It contains no operation.' });
    if (!pinned.set(text, prepared, bytes)) {
      const { size } = pinned;
      throw new GatewayError('OPERATION_TOO_COMPLEX', {
        message: `It does not fit next to ${size.count} others of ${size.bytes} bytes: raise TRUSTED_DOCUMENTS_BYTES_MAX.`,
      });
    }
    for (const { name } of operations) {
      const operation = prepared.find(name?.value);
      if (!operation) continue;
      assertCost(prepared.document, operation);
      plan(prepared.document, operation.node);
    }
  };
}
