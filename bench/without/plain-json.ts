/** Stand-in that passes every request on as a WHATWG Request. */
import type { IncomingMessage } from 'node:http';
import { createServerAdapter } from '@whatwg-node/server';
import type { createNodeHandler as original } from './originals.ts';

export const createNodeHandler: typeof original = ({ fetch }) =>
  createServerAdapter<{ req?: IncomingMessage }>((request, { req }) => fetch(request, req?.socket.remoteAddress));
