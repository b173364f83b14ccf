import type { Files } from '#lib/capabilities/documents/create-files.ts'
import type { Config } from '#lib/config.ts'
import { fileBytesMax } from '#lib/contracts/api/documents/upload-form.ts'
import { transcriptionContract } from '#lib/contracts/api/documents/transcription.ts'
import { uploadContract } from '#lib/contracts/api/documents/upload.ts'
import { authorize, type RouteHandler } from '#lib/gateway/http/endpoint.ts'
import { type Admit, fileEndpoint } from './file-endpoint.ts'
import type { Gateway } from '#lib/gateway/gateway.ts'
import { createUploadFolders, type UploadFolders } from './upload-folders.ts'
import { createUploadSlots } from './upload-slots.ts'
import type { Contract } from '#lib/contracts/core/contract.ts'
import { clientAddress } from '#lib/gateway/http/client-address.ts'
import { AddressLimits } from '#lib/gateway/limits/address-limits.ts'
import type { IncomingHttpHeaders } from 'node:http'
import { ApiError } from '#lib/errors.ts'
import { isForeignHost, isOwnOrigin, type PageSettings } from '#lib/gateway/http/foreign-page.ts'
import { isLoopbackAddress } from '#lib/loopback-host.ts'

const openUploadsMax = 20
const limits = { fileBytesMax, idleMs: 30_000, totalMs: 180_000 } as const

export type FileSettings = Pick<
  Config,
  'dataDir' | 'host' | 'uploadAuth' | 'trustedProxies' | 'auth' | 'appUrl' | 'cors'
>

/** All file endpoints, with a shared folder and shared limits. */
export interface CreatedFileEndpoints {
  readonly upload: RouteHandler
  readonly transcribe: RouteHandler
  /** Opens a folder for a file of another request. */
  readonly openFolder: UploadFolders['open']
  /** Which web pages may send requests. */
  readonly pages: PageSettings
  /** Removes files left by a killed process. */
  clear(): Promise<void>
}

export function createFileEndpoints(
  gateway: Gateway,
  files: Pick<Files, 'upload' | 'transcribe'>,
  { authSecret, ...settings }: FileSettings & { readonly authSecret: string },
): CreatedFileEndpoints {
  const { dataDir, host, uploadAuth, trustedProxies, auth, appUrl, cors } = settings
  const isLocal = isLoopbackAddress(host)
  const addresses = new AddressLimits(gateway.limitBook, authSecret)
  const folders = createUploadFolders(dataDir)
  const endpoints = { gateway, folders, slots: createUploadSlots(openUploadsMax), limits }
  if (uploadAuth !== 'required' && !isLocal) {
    gateway.log.warn(
      { host },
      'uploads work without a key and the port is public; set UPLOAD_AUTH=required to require one',
    )
  }
  const pages = { appUrl, cors, isLocal: isLocal && auth === 'open' }
  const admit = admitUpload({
    gateway,
    contract: uploadContract,
    auth: uploadAuth,
    addresses,
    trustedProxies,
    pages,
  })
  const admitKey: Admit = async (context, incoming) => {
    await authorize(gateway, context, transcriptionContract, incoming)
    return null
  }
  return {
    upload: fileEndpoint(endpoints, uploadContract, admit, files.upload),
    transcribe: fileEndpoint(endpoints, transcriptionContract, admitKey, files.transcribe),
    openFolder: () => folders.open(),
    pages,
    clear: () => folders.clear(),
  }
}

interface UploadAdmission {
  readonly gateway: Gateway
  readonly contract: Contract
  readonly auth: 'optional' | 'required' | 'off'
  readonly addresses: AddressLimits
  readonly trustedProxies: number
  readonly pages: PageSettings
}

/**
 * Admits uploads with a key, or without one from an IP address within its limits and not from a page of
 * another site. An invalid key is rejected, never treated as no key.
 */
function admitUpload(admission: UploadAdmission): Admit {
  const { gateway, contract, auth, addresses, trustedProxies, pages } = admission
  return async (context, incoming) => {
    const keyed = auth === 'required' || (auth === 'optional' && incoming.headers.authorization !== undefined)
    if (keyed) {
      await authorize(gateway, context, contract, incoming)
      return null
    }
    refuseForeignPage(incoming.headers, pages)
    const slot = await addresses.take(clientAddress(incoming, trustedProxies))
    context.anonymous()
    return slot
  }
}

/**
 * Rejects requests without a key that a web page of another site could have triggered, because a browser
 * sends them for any page. Programs send none of these headers except `Host`, which is checked only where
 * only this machine can connect.
 * @throws ApiError `forbidden_origin`
 */
function refuseForeignPage(headers: IncomingHttpHeaders, settings: PageSettings): void {
  const { origin, host } = headers
  if (isForeignHost(host, settings)) {
    const message = 'Without an API key, send uploads to localhost, 127.0.0.1 or [::1]. Otherwise send a key.'
    throw new ApiError('forbidden_origin', message)
  }
  // `*` counts as no origin; otherwise any page could upload.
  if (origin !== undefined && settings.cors.includes(origin)) return
  const isForeign = origin !== undefined && !isOwnOrigin(origin, host, settings)
  if (!isForeign && headers['sec-fetch-site'] !== 'cross-site') return
  const message = 'Cross-origin uploads require an API key. Send a key, or add the origin to `cors`.'
  throw new ApiError('forbidden_origin', message)
}
