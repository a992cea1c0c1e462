/** GET /openapi.json: the description, byte for byte as it is on disk. */
import { descriptionBytes } from '../records/description.ts';
import { answerWithETag, type Route } from '../requests/exchange.ts';

/** The route. */
export function createDescriptionRoute(): Route {
  return {
    method: 'GET',
    path: '/openapi.json',
    handle: (exchange) => answerWithETag(exchange, descriptionBytes, { 'cache-control': 'public, max-age=300' }),
  };
}
