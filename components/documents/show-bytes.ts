/** Displays local bytes in an element through an object URL; the returned function revokes it. */
export function showBytes(element: HTMLImageElement | HTMLAudioElement, file: Blob): () => void {
  const url = URL.createObjectURL(file)
  element.src = url
  return () => URL.revokeObjectURL(url)
}
