import type { Contract } from '#lib/contracts/contract.ts'
import type { AddressLimits } from './address-limits.ts'
import { clientAddress } from './client-address.ts'
import { authorise } from './endpoint.ts'
import type { Admit } from './file-endpoint.ts'
import type { Gateway } from './gateway.ts'

export interface UploadAdmission {
  readonly gateway: Gateway
  readonly contract: Contract
  readonly auth: 'optional' | 'required' | 'off'
  readonly addresses: AddressLimits
  readonly trustedProxies: number
}

/** Who may upload: a key, or an address within its limits. A key that is wrong is refused, never taken for none. */
export function admitUpload({ gateway, contract, auth, addresses, trustedProxies }: UploadAdmission): Admit {
  return async (call, incoming) => {
    const keyed = auth === 'required' || (auth === 'optional' && incoming.headers.authorization !== undefined)
    if (keyed) {
      await authorise(gateway, call, contract, incoming)
      return null
    }
    const place = addresses.take(clientAddress(incoming, trustedProxies))
    call.anonymous()
    return place
  }
}
