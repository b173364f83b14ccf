import 'server-only'

/** In which `proxy.ts` says which page was asked for: a layout does not know its own address. */
export const pageHeader = 'x-sextant-page'
