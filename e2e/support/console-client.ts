/** Calls console routes as a signed-in browser would, without a browser. */
export interface ConsoleClient {
  /** The `Cookie` header of the session. */
  readonly cookie: string
  ask(method: 'GET' | 'POST' | 'PATCH' | 'DELETE', path: string, body?: object): Promise<Response>
}

/** @throws Error if the sign-in fails */
export async function signInClient(
  url: string,
  who: { readonly email: string; readonly password: string },
): Promise<ConsoleClient> {
  const headers = { origin: url, 'content-type': 'application/json' }
  const answer = await fetch(`${url}/api/sign-in`, { method: 'POST', headers, body: JSON.stringify(who) })
  if (!answer.ok) throw new Error(`The sign-in returned ${answer.status}: ${await answer.text()}`)
  const cookie = answer.headers
    .getSetCookie()
    .map(each => each.split(';')[0])
    .join('; ')
  return {
    cookie,
    ask: (method, path, body) =>
      fetch(url + path, {
        method,
        headers: { ...headers, cookie },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      }),
  }
}
