/** "Assets of the week" is "assets-of-the-week.csv" */
export function fileName(title: string, extension: string): string {
  const words = title.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? ["data"];
  return `${words.join("-").slice(0, 80)}.${extension}`;
}

/** Hands data to the browser as a download. */
export function saveFile(blob: Blob, name: string): void {
  const address = URL.createObjectURL(blob);
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  link.click();
  // The browser has taken the data over by the next task.
  setTimeout(() => URL.revokeObjectURL(address), 0);
}

/** Lets the browser download a file of the site, under the name that the server states. */
export function downloadFile(address: string): void {
  const link = document.createElement("a");
  link.href = address;
  link.download = "";
  link.click();
}
