import { downloadHttpFile } from './http-file.ts'
import type { OpenUrl } from './open-url.ts'
import type { Source } from './source.ts'

export interface HubSettings {
  /** `https://huggingface.co` or a mirror that answers like it. */
  readonly endpoint: string
  readonly token: string | null
}

/** The Hugging Face hub at a pinned revision. */
export function createHubSource({ openUrl, hub }: { openUrl: OpenUrl; hub: HubSettings }): Source {
  return {
    name: 'hub',
    offers: file => file.hub !== undefined,
    async fetch(order) {
      if (order.file.hub === undefined) return
      const { repository, revision, path } = order.file.hub
      const url = `${hub.endpoint.replace(/\/+$/, '')}/${repository}/resolve/${revision}/${path}`
      const headers = hub.token === null ? {} : { authorization: `Bearer ${hub.token}` }
      await downloadHttpFile(openUrl, url, headers, order)
    },
  }
}
