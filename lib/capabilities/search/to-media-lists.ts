import type { SearchImage, SearchVideo } from '#lib/contracts/search.ts'
import type { Media } from './find-media.ts'

/** Images and videos as clients read them; thumbnails of ours only where details were asked for. */
export function toMediaLists(
  { images, videos }: Media,
  details: boolean,
): { images: SearchImage[]; videos: SearchVideo[] } {
  if (details) return { images: [...images], videos: [...videos] }
  return {
    images: images.map(({ thumbnail: _, ...image }) => image),
    videos: videos.map(({ thumbnail: _, ...video }) => video),
  }
}
