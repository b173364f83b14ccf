import 'server-only'

/**
 * The policy of every page. In development the overlay needs `eval` and un-nonced styles: the browser would ignore
 * `'unsafe-inline'` beside a nonce, so there is none then.
 */
export function contentSecurityPolicy(nonce: string, development = false): string {
  const styles = development ? `'unsafe-inline'` : `'nonce-${nonce}'`
  return [
    `default-src 'self'`,
    `script-src 'self' 'nonce-${nonce}' 'strict-dynamic'${development ? ` 'unsafe-eval'` : ''}`,
    `img-src 'self' blob: data:`,
    `connect-src 'self'`,
    `object-src 'none'`,
    `base-uri 'none'`,
    `frame-ancestors 'none'`,
    `form-action 'self'`,
    `style-src 'self' ${styles}`,
    `style-src-attr 'unsafe-inline'`,
    `worker-src 'self' blob:`,
    `media-src 'self' blob:`,
    `frame-src https://www.youtube-nocookie.com https://player.vimeo.com`,
  ].join('; ')
}
