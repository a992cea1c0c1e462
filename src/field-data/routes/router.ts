/** Finds the route of a request: by its exact path, which works for nearly all, or by patterns. */
import { ServiceProblem } from '../records/errors.ts';
import type { Answer, RequestContext, Route } from '../requests/service-request.ts';

/** Handles a request. Throws not_found, method_not_allowed, and errors of the route. */
export type Router = (context: RequestContext) => Promise<Answer> | Answer;

/** The router over all routes. */
export function createRouter(routes: readonly Route[]): Router {
  const direct = new Map(routes.map((route) => [`${route.method} ${route.path}`, route]));
  const patterns = [...Map.groupBy(routes, ({ path }) => path)].map(
    ([pathname, group]) => [new URLPattern({ pathname }), group] as const,
  );

  /** Handles HEAD, and paths with parameters or escapes. */
  const search: Router = (context) => {
    const { method, pathname } = context.request;
    const decoded = decodePath(pathname);
    for (const [pattern, group] of patterns) {
      const found = pattern.exec({ pathname: decoded });
      if (found === null) continue;
      const parameters = found.pathname.groups as Record<string, string>;
      const route = group.find((one) => one.method === (method === 'HEAD' ? 'GET' : method));
      if (route) return route.handle(context, parameters);
      const allow = group.map((one) => (one.method === 'GET' ? 'GET, HEAD' : one.method)).join(', ');
      throw new ServiceProblem('method_not_allowed', `This path has ${allow}.`, { headers: { allow } });
    }
    throw new ServiceProblem('not_found', 'No such path.');
  };

  return (context) => {
    const { method, pathname } = context.request;
    return direct.get(`${method} ${pathname}`)?.handle(context, {}) ?? search(context);
  };
}

function decodePath(pathname: string): string {
  try {
    return decodeURI(pathname);
  } catch {
    return pathname;
  }
}
