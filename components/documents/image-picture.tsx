'use client'
import { useEffect, useMemo } from 'react'

/** A picture as the browser draws it. */
export function ImagePicture({ file }: { file: File }) {
  const url = useMemo(() => URL.createObjectURL(file), [file])
  useEffect(() => () => URL.revokeObjectURL(url), [url])
  // oxlint-disable-next-line nextjs/no-img-element -- bytes that are here already: nothing to optimise
  return <img src={url} alt={file.name} className="block w-full" />
}
