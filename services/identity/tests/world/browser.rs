//! A browser reduced to the needs of a provider's forms.

use std::collections::BTreeMap;

use reqwest::redirect::Policy;
use url::Url;

/// Follows redirects by hand and keeps cookies.
pub struct Browser {
    client: reqwest::Client,
    cookies: BTreeMap<String, String>,
}

enum Step {
    To(Url),
    Page(Url, String),
}

impl Browser {
    pub fn new() -> Self {
        let client =
            reqwest::Client::builder().redirect(Policy::none()).no_proxy().build().unwrap();
        Self { client, cookies: BTreeMap::new() }
    }

    /// Signs in at the provider under the login name; the parameters it comes back with.
    pub async fn come_back(
        &mut self,
        authorization_url: &str,
        login: &str,
    ) -> BTreeMap<String, String> {
        let mut forms = vec![
            vec![("prompt", "consent")],
            vec![("prompt", "login"), ("login", login), ("password", "any")],
        ];
        let mut url = Url::parse(authorization_url).unwrap();
        loop {
            if url.path().starts_with("/api/auth/callback/") {
                return url.query_pairs().into_owned().collect();
            }
            url = match self.visit(url, None).await {
                Step::To(next) => next,
                Step::Page(at, page) => {
                    let start = page.find("action=\"").expect("the page has a form") + 8;
                    let end = start + page[start..].find('"').unwrap();
                    let action = at.join(&page[start..end]).unwrap();
                    match self.visit(action, Some(forms.pop().expect("two forms at most"))).await {
                        Step::To(next) => next,
                        Step::Page(_, page) => panic!("the form leads nowhere: {page}"),
                    }
                }
            };
        }
    }

    async fn visit(&mut self, url: Url, form: Option<Vec<(&str, &str)>>) -> Step {
        let cookies: Vec<_> = self.cookies.iter().map(|(k, v)| format!("{k}={v}")).collect();
        let request = match form {
            Some(form) => {
                let body = url::form_urlencoded::Serializer::new(String::new())
                    .extend_pairs(form)
                    .finish();
                self.client
                    .post(url.clone())
                    .header("content-type", "application/x-www-form-urlencoded")
                    .body(body)
            }
            None => self.client.get(url.clone()),
        };
        let answer = request.header("cookie", cookies.join("; ")).send().await.unwrap();
        for cookie in answer.headers().get_all("set-cookie") {
            let pair = cookie.to_str().unwrap().split(';').next().unwrap();
            let (name, value) = pair.split_once('=').unwrap();
            self.cookies.insert(name.to_owned(), value.to_owned());
        }
        match answer.headers().get("location") {
            Some(location) => Step::To(url.join(location.to_str().unwrap()).unwrap()),
            None => Step::Page(url, answer.text().await.unwrap()),
        }
    }
}
