/** Lets an element show bytes of this page; the address that it has for them lives until the returned act. */
export function showBytes(element: HTMLImageElement | HTMLAudioElement, file: Blob): () => void {
  const url = URL.createObjectURL(file)
  element.src = url
  return () => URL.revokeObjectURL(url)
}
