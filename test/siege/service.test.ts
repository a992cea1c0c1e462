import { holdShort } from './hold.ts';
import { hungEndpoint } from './hung-endpoint.ts';
import { store } from './store.ts';
import { unansweredWrites } from './unanswered-writes.ts';

holdShort(hungEndpoint, unansweredWrites, store);
