/** `TextDecoder` labels by the number of a font's charset. */
const labelByCharset: Readonly<Record<number, string>> = {
  0: 'windows-1252',
  77: 'macintosh',
  78: 'shift_jis',
  79: 'euc-kr',
  80: 'gb18030',
  81: 'big5',
  89: 'x-mac-cyrillic',
  128: 'shift_jis',
  129: 'euc-kr',
  130: 'euc-kr',
  134: 'gb18030',
  136: 'big5',
  161: 'windows-1253',
  162: 'windows-1254',
  163: 'windows-1258',
  177: 'windows-1255',
  178: 'windows-1256',
  186: 'windows-1257',
  204: 'windows-1251',
  222: 'windows-874',
  238: 'windows-1250',
  254: 'cp437',
  255: 'cp850',
}
const labelByPage: Readonly<Record<number, string>> = {
  437: 'cp437',
  850: 'cp850',
  866: 'ibm866',
  874: 'windows-874',
  932: 'shift_jis',
  936: 'gb18030',
  949: 'euc-kr',
  950: 'big5',
  10_000: 'macintosh',
  10_001: 'shift_jis',
  10_007: 'x-mac-cyrillic',
  20_866: 'koi8-r',
  54_936: 'gb18030',
  65_001: 'utf-8',
}

/** The upper half of the code pages of DOS, which `TextDecoder` does not know. */
const upperHalves: Readonly<Record<string, string>> = {
  cp437:
    'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜ¢£¥₧ƒáíóúñÑªº¿⌐¬½¼¡«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\u00a0',
  cp850:
    'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜø£Ø×ƒáíóúñÑªº¿®¬½¼¡«»░▒▓│┤ÁÂÀ©╣║╗╝¢¥┐└┴┬├─┼ãÃ╚╔╩╦╠═╬¤ðÐÊËÈıÍÎÏ┘┌█▄¦Ì▀ÓßÔÒõÕµþÞÚÛÙýÝ¯´\u00ad±‗¾¶§÷¸°¨·¹³²■\u00a0',
}

/** The charset of a font; null if it is that of the document. */
export function charsetOfFont(number: number): string | null {
  return labelByCharset[number] ?? null
}

/** The charset of a code page of Windows; null if it is unknown. */
export function charsetOfPage(page: number): string | null {
  return labelByPage[page] ?? (page >= 1250 && page <= 1258 ? `windows-${page}` : null)
}

const decoders = new Map<string, TextDecoder>()

/** The text of bytes, one per character code. */
export function decodeBytes(bytes: string, charset: string): string {
  const upper = upperHalves[charset]
  if (upper !== undefined)
    return bytes.replaceAll(/[\u0080-\u00ff]/g, each => upper.charAt(each.charCodeAt(0) - 0x80))
  if (!/[\u0080-\u00ff]/.test(bytes)) return bytes
  const decoder = decoders.get(charset) ?? new TextDecoder(charset)
  decoders.set(charset, decoder)
  return decoder.decode(Buffer.from(bytes, 'latin1'))
}
