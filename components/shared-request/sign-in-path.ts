import type { Route } from 'next'

/** The sign-in URL that returns to a page. */
export function signInPath(path: string): Route {
  return `/sign-in?next=${encodeURIComponent(path)}` as Route
}
