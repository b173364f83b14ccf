import 'server-only'
import { type Config, loadConfig } from '#lib/config.ts'

let loaded: Config | undefined

/** Loaded at first use, not at import: `next build` imports every route module. */
export function settings(): Config {
  return (loaded ??= loadConfig())
}

/** Public origin of the console, e.g. `https://ai.example.org`; null: in open mode, any loopback name. */
export function signedInOrigin(): string | null {
  const { auth, appUrl } = settings()
  return auth === 'open' || appUrl === null ? null : new URL(appUrl).origin
}
