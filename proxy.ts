import { type NextRequest, NextResponse } from 'next/server'
import { contentSecurityPolicy } from '#lib/console/http/content-security-policy.ts'
import { signedInOrigin } from '#lib/console/core/loaded-config.ts'
import { pageHeader } from '#lib/console/http/page-header.ts'
import { isLoopbackHost } from '#lib/loopback-host.ts'

/** Pages only: headers and redirects, not a security boundary. Every route handler checks for itself. */
export function proxy(request: NextRequest): NextResponse {
  // With DNS rebinding, the owner of a foreign host name could control a page served under it.
  if (signedInOrigin() === null && !isLoopbackHost(request.headers.get('host'))) {
    return new NextResponse('Open the console at localhost, 127.0.0.1 or [::1].\n', {
      status: 403,
      headers: { 'content-security-policy': "default-src 'none'", 'x-content-type-options': 'nosniff' },
    })
  }
  const shared = request.nextUrl.pathname.startsWith('/s/')
  const nonce = Buffer.from(crypto.getRandomValues(new Uint8Array(16))).toString('base64')
  const policy = contentSecurityPolicy(nonce, process.env.NODE_ENV === 'development')
  const headers = new Headers(request.headers)
  headers.set('x-nonce', nonce)
  headers.set('content-security-policy', policy)
  headers.set(pageHeader, request.nextUrl.pathname + request.nextUrl.search)

  const response = NextResponse.next({ request: { headers } })
  response.headers.set('content-security-policy', policy)
  response.headers.set('x-content-type-options', 'nosniff')
  response.headers.set('referrer-policy', 'no-referrer')
  response.headers.set('cross-origin-opener-policy', 'same-origin')
  // Anyone who receives a link may publish it.
  if (shared) response.headers.set('x-robots-tag', 'noindex, nofollow, noarchive')
  return response
}

// Next buffers the body of a matched path and truncates it at 10 MiB with status 200: never match an API path.
export const config = {
  matcher: [
    '/((?!(?:api|v1|v2|internal|_next/static|_next/image)(?:/|$)|(?:upload|healthz|readyz|metrics|openapi.json|icon.svg)$).*)',
  ],
}
