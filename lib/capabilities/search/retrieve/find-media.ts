import type { SearchImage, SearchVideo } from '#lib/contracts/api/search/search.ts'
import type { SearchDocument, SearchKind } from '#lib/search-backends/search-backend.ts'
import type { SearchDeps } from '#lib/capabilities/search/search-deps.ts'
import type { SearchRun } from '#lib/capabilities/search/search-run.ts'

const mediaMs = 6000
const mediaMax = 10

export interface Media {
  readonly images: readonly SearchImage[]
  readonly videos: readonly SearchVideo[]
}

export const noMedia: Media = { images: [], videos: [] }

/** Images and videos of the answer; a failure is an empty list. */
export async function findMedia(
  query: string,
  language: string | null,
  deps: SearchDeps,
  run: SearchRun,
): Promise<Media> {
  const find = async (kind: SearchKind): Promise<readonly SearchDocument[]> => {
    const tag = language === null ? {} : { language }
    const asked = { query, kind, limit: mediaMax, timeoutMs: mediaMs, ...tag }
    const { documents } = await run.search(deps.backends, asked)
    return documents.slice(0, mediaMax)
  }
  const [images, videos] = await Promise.all([find('images'), find('videos')])
  return {
    images: images.flatMap(document => toImage(document, deps)),
    videos: videos.flatMap(document => toVideo(document, deps)),
  }
}

/** Incomplete entries are dropped: clients read every field. */
function toImage(document: SearchDocument, { sealThumbnail }: SearchDeps): SearchImage[] {
  const { url, title, image, thumbnail } = document
  const picture = image ?? thumbnail ?? ''
  if (picture === '' || title === '') return []
  return [{ url, img_src: picture, title, ...sealed(thumbnail ?? picture, sealThumbnail) }]
}

function toVideo(document: SearchDocument, { sealThumbnail }: SearchDeps): SearchVideo[] {
  const { url, title, image, thumbnail, frame = '' } = document
  const still = thumbnail ?? image ?? ''
  if (still === '' || title === '' || frame === '') return []
  return [{ url, img_src: still, title, iframe_src: frame, ...sealed(still, sealThumbnail) }]
}

function sealed(url: string, seal: SearchDeps['sealThumbnail']): { thumbnail?: string } {
  const thumbnail = seal(url)
  return thumbnail === null ? {} : { thumbnail }
}
