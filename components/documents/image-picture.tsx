'use client'
import { useObjectUrl } from './use-object-url.ts'

/** A picture as the browser draws it. */
export function ImagePicture({ file }: { file: File }) {
  const url = useObjectUrl(file)
  if (url === null) return <div className="aspect-[4/3]" />
  // oxlint-disable-next-line nextjs/no-img-element -- bytes that are here already: nothing to optimise
  return <img src={url} alt={file.name} className="block w-full" />
}
