import type { Contract } from '#lib/contracts/contract.ts'
import type { AddressLimits } from './address-limits.ts'
import { clientAddress } from './client-address.ts'
import { authorise } from './endpoint.ts'
import type { Admit } from './file-endpoint.ts'
import type { Gateway } from './gateway.ts'
import { type PageSettings, refuseForeignPage } from './refuse-foreign-page.ts'

export interface UploadAdmission {
  readonly gateway: Gateway
  readonly contract: Contract
  readonly auth: 'optional' | 'required' | 'off'
  readonly addresses: AddressLimits
  readonly trustedProxies: number
  readonly pages: PageSettings
}

/**
 * Who may upload: a key, or an address within its limits that no page of another site speaks for. A key that is wrong
 * is refused, never taken for none.
 */
export function admitUpload(admission: UploadAdmission): Admit {
  const { gateway, contract, auth, addresses, trustedProxies, pages } = admission
  return async (call, incoming) => {
    const keyed = auth === 'required' || (auth === 'optional' && incoming.headers.authorization !== undefined)
    if (keyed) {
      await authorise(gateway, call, contract, incoming)
      return null
    }
    refuseForeignPage(incoming.headers, pages)
    const place = addresses.take(clientAddress(incoming, trustedProxies))
    call.anonymous()
    return place
  }
}
