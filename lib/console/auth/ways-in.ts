import 'server-only'
import { settings } from '#lib/console/api/loaded-config.ts'
import { toSsoProviders } from './sso-providers.ts'

/** A server that vouches for people: its id in addresses, and what its button says. */
interface SsoWay {
  readonly id: string
  readonly name: string
}

/** How people may sign in. */
export function readWaysIn(): { readonly passwords: boolean; readonly sso: readonly SsoWay[] } {
  const { auth, signIn } = settings()
  const providers = auth === 'sso' ? toSsoProviders(signIn) : []
  return { passwords: signIn.passwords, sso: providers.map(({ id, name }) => ({ id, name })) }
}

/** How people sign in, for whoever may know it: names and addresses, never a secret. */
export function readSignInMode() {
  const { auth, signIn } = settings()
  const { oidc, github, passwords, domains } = signIn
  const vouchers = [
    ...(oidc === null ? [] : [{ name: oidc.name, address: oidc.issuer, only: null }]),
    ...(github === null ? [] : [{ name: 'GitHub', address: github.url, only: github.organisation }]),
  ]
  return { mode: auth, passwords, vouchers: auth === 'sso' ? vouchers : [], domains }
}
