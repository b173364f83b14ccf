import type { Files } from '#lib/capabilities/create-files.ts'
import type { Config } from '#lib/config.ts'
import { fileBytesMax } from '#lib/contracts/upload-form.ts'
import { transcriptionContract } from '#lib/contracts/transcription.ts'
import { uploadContract } from '#lib/contracts/upload.ts'
import { AddressLimits } from './address-limits.ts'
import { admitUpload } from './admit-upload.ts'
import { authorise, type RouteHandler } from './endpoint.ts'
import { type Admit, fileEndpoint } from './file-endpoint.ts'
import type { Gateway } from './gateway.ts'
import { createUploadFolders } from './upload-folders.ts'
import { createUploadPlaces } from './upload-places.ts'

const anonymousLimits = { perMinute: 10, parallel: 2 } as const
const openUploadsMax = 20
const limits = { fileBytesMax, idleMs: 30_000, totalMs: 180_000 } as const
const loopbackHosts: ReadonlySet<string> = new Set(['127.0.0.1', '::1', '[::1]', 'localhost'])

export type FileSettings = Pick<
  Config,
  'dataDir' | 'host' | 'uploadAuth' | 'trustedProxies' | 'auth' | 'appUrl' | 'cors'
>

/** What takes files, over one folder and one set of limits. */
export interface CreatedFileEndpoints {
  readonly upload: RouteHandler
  readonly transcribe: RouteHandler
  /** Removes what a killed process left. */
  clear(): Promise<void>
  /** Forgets limits whose time is over. */
  prune(): void
}

export function createFileEndpoints(
  gateway: Gateway,
  files: Pick<Files, 'upload' | 'transcribe'>,
  settings: FileSettings,
): CreatedFileEndpoints {
  const { dataDir, host, uploadAuth, trustedProxies, auth, appUrl, cors } = settings
  const isLocal = loopbackHosts.has(host)
  const addresses = new AddressLimits(anonymousLimits)
  const folders = createUploadFolders(dataDir)
  const endpoints = { gateway, folders, places: createUploadPlaces(openUploadsMax), limits }
  if (uploadAuth !== 'required' && !isLocal) {
    gateway.log.warn(
      { host },
      'uploads need no key and the port is open to others; UPLOAD_AUTH=required asks for one',
    )
  }
  const admit = admitUpload({
    gateway,
    contract: uploadContract,
    auth: uploadAuth,
    addresses,
    trustedProxies,
    pages: { appUrl, cors, isLocal: isLocal && auth === 'open' },
  })
  const admitKey: Admit = async (call, incoming) => {
    await authorise(gateway, call, transcriptionContract, incoming)
    return null
  }
  return {
    upload: fileEndpoint(endpoints, uploadContract, admit, files.upload),
    transcribe: fileEndpoint(endpoints, transcriptionContract, admitKey, files.transcribe),
    clear: () => folders.clear(),
    prune: () => addresses.prune(),
  }
}
