/** The option `fetch`, made of a function that takes the whole request. */
export function byRequest(respond: (request: Request) => Response | Promise<Response>) {
  return async (url: string, init: RequestInit): Promise<Response> => respond(new Request(url, init))
}
