/** Hosts that give an address to anybody, as the identity service knows them; it has the last word. */
const hosts = new Set(
  `
10minutemail.com 126.com 163.com aim.com alice.it aol.com arcor.de att.net bellsouth.net
bigpond.com bol.com.br btinternet.com charter.net comcast.net cox.net daum.net docomo.ne.jp
duck.com earthlink.net fastmail.com fastmail.fm foxmail.com free.fr freenet.de gmail.com
googlemail.com guerrillamail.com hanmail.net hey.com hushmail.com icloud.com inbox.com inbox.lv
interia.pl juno.com laposte.net libero.it mac.com mail.com mail.ru mailbox.org mailinator.com
me.com msn.com naver.com netzero.net nifty.com o2.pl onet.pl optonline.net orange.fr pm.me
posteo.de proton.me protonmail.ch protonmail.com qq.com rambler.ru rediffmail.com rocketmail.com
sbcglobal.net seznam.cz sfr.fr sina.com sky.com sohu.com t-online.de talktalk.net temp-mail.org
terra.com.br tiscali.it tuta.com tuta.io tutanota.com uol.com.br verizon.net virgilio.it
wanadoo.fr web.de wp.pl ya.ru yeah.net ymail.com yopmail.com zoho.com
`
    .trim()
    .split(/\s+/),
);

/** Brands with one host per country, such as `yahoo.co.uk`. */
const brands = new Set([
  "aol",
  "gmx",
  "hotmail",
  "live",
  "outlook",
  "windowslive",
  "yahoo",
  "yandex",
]);

/** Whether anybody can have an address there, so that sharing it says nothing about two people. */
export function isPublicDomain(domain: string): boolean {
  const [brand = "", ...ending] = domain.split(".");
  const ofBrand = ending.length <= 2 && ending.every((label) => label.length <= 3);
  return hosts.has(domain) || (ofBrand && brands.has(brand));
}
