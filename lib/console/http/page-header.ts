import 'server-only'

/** Header in which `proxy.ts` passes the requested path: a layout does not know its own URL. */
export const pageHeader = 'x-sextant-page'
