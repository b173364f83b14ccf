import NextLink from 'next/link'
import type { LinkProps } from 'next/link'

/**
 * A link to another page of the console, loaded on a click. Next.js would request the route of each visible link twice;
 * pages are rendered per request, so that makes no click faster.
 */
export function Link<Route>(props: Omit<LinkProps<Route>, 'prefetch'>) {
  return <NextLink<Route> {...props} prefetch={false} />
}
