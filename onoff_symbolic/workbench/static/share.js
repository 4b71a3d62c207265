// What a page was asked, in the fragment of its address: nothing of it is sent anywhere.
export const MOST = 2 ** 24; // characters or bytes that are taken from a fragment or a file; none may be as long

async function packed(text) {
  const stream = new Blob([text]).stream().pipeThrough(new CompressionStream("deflate-raw"));
  const bytes = new Uint8Array(await new Response(stream).arrayBuffer());
  const letters = Array.from(bytes, (byte) => String.fromCharCode(byte)).join("");
  return btoa(letters).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

async function unpacked(coded) {
  const letters = atob(coded.replaceAll("-", "+").replaceAll("_", "/"));
  const bytes = Uint8Array.from(letters, (letter) => letter.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw"));
  const reader = stream.pipeThrough(new TextDecoderStream()).getReader();
  let text = "";
  for (let part = await reader.read(); !part.done && text.length < MOST; part = await reader.read()) {
    text += part.value;
  }
  return text;
}

export async function shared() {
  const fields = new URLSearchParams(location.hash.slice(1, MOST).replaceAll("+", "%2B"));
  const coded = fields.get("z");
  const text = coded === null ? fields.get("text") : await unpacked(coded).catch(() => "");
  fields.delete("z");
  fields.delete("text");
  return { text, options: Object.fromEntries(fields) };
}

export async function link(text, options) {
  const given = Object.entries(options).filter(([, value]) => value !== "");
  const fields = [...given, ["z", await packed(text)]].map((field) => field.map(encodeURIComponent).join("="));
  return `${location.origin}${location.pathname}#${fields.join("&")}`;
}
