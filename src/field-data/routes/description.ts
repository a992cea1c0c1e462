/** GET /openapi.json: the description, byte for byte as it is on disk. */
import { descriptionBytes } from '../description.ts';
import { answerWithETag, type Route } from '../exchange.ts';

/** The route. */
export function createDescriptionRoute(): Route {
  return {
    method: 'GET',
    path: '/openapi.json',
    handle: (exchange) => answerWithETag(exchange, descriptionBytes, { 'cache-control': 'public, max-age=300' }),
  };
}
