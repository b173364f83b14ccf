import 'server-only'
import { settings } from './loaded-config.ts'

/** How people may sign in; `sso` is what its button says. */
export function readWaysIn(): { readonly passwords: boolean; readonly sso: string | null } {
  const { auth, signIn } = settings()
  return { passwords: signIn.passwords, sso: auth === 'sso' ? (signIn.oidc?.name ?? null) : null }
}
