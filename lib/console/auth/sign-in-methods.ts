import 'server-only'
import { settings } from '#lib/console/core/loaded-config.ts'
import { toSsoProviders } from './sso-providers.ts'

/** An identity provider: its id in URLs, and its button label. */
interface SsoMethod {
  readonly id: string
  readonly name: string
}

/** Sign-in methods. */
export function readSignInMethods(): { readonly passwords: boolean; readonly sso: readonly SsoMethod[] } {
  const { auth, signIn } = settings()
  const providers = auth === 'sso' ? toSsoProviders(signIn) : []
  return { passwords: signIn.passwords, sso: providers.map(({ id, name }) => ({ id, name })) }
}

/** Public sign-in methods: names and URLs, never a secret. */
export function readSignInMode() {
  const { auth, signIn } = settings()
  const { oidc, github, passwords, domains } = signIn
  const identityProviders = [
    ...(oidc === null ? [] : [{ name: oidc.name, address: oidc.issuer, only: null }]),
    ...(github === null ? [] : [{ name: 'GitHub', address: github.url, only: github.organisation }]),
  ]
  return { mode: auth, passwords, identityProviders: auth === 'sso' ? identityProviders : [], domains }
}
