/** Finds the route of a request by its path, which callers may also write with escapes. */
import { tryOr } from '../../platform/sync/try-or.ts';
import { ServiceProblem } from '../records/errors.ts';
import type { Route } from '../requests/service-request.ts';

/** Makes the handler of every request. It throws not_found, method_not_allowed, and errors of the route. */
export function createRouter(routes: readonly Route[]): Route['handle'] {
  const byPath = Map.groupBy(routes, ({ path }) => path);

  return (context) => {
    const { method, pathname } = context.request;
    const group = byPath.get(pathname) ?? byPath.get(tryOr(() => decodeURI(pathname), pathname));
    if (group === undefined) throw new ServiceProblem('not_found', 'No such path.');
    const route = group.find((one) => one.method === (method === 'HEAD' ? 'GET' : method));
    if (route) return route.handle(context);
    const allow = group.map((one) => (one.method === 'GET' ? 'GET, HEAD' : one.method)).join(', ');
    throw new ServiceProblem('method_not_allowed', `This path has ${allow}.`, { headers: { allow } });
  };
}
