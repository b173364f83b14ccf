import type { Route } from 'next'

/** The sign-in that leads back to a page. */
export function signInPath(path: string): Route {
  return `/sign-in?next=${encodeURIComponent(path)}` as Route
}
