//! Every address of the API, once: method, path, and who answers. The router is made of this list, and so is the document that describes it.

use super::{analysis, house, library, lobby, look, parting, picture, play};
use crate::hall::Hall;
use axum::{Router, routing};
use std::sync::Arc;

macro_rules! doors {
    ($($group:ident { $($method:ident $path:literal => $module:ident::$handler:ident;)* })*) => {
        $(pub(super) fn $group() -> Router<Arc<Hall>> {
            Router::new()$(.route($path, routing::$method($module::$handler)))*
        })*

        #[cfg(feature = "schema")]
        #[derive(utoipa::OpenApi)]
        #[openapi(
            info(
                title = "Grognard",
                description = "Tables, games, maps and rules. Sockets at /api/tables/{id}/live speak ClientMessage and ServerMessage."
            ),
            paths($($($module::$handler),*),*),
            components(schemas(crate::wire::ClientMessage, crate::wire::ServerMessage, crate::problem::Problem))
        )]
        pub(super) struct Document;

        /// Method and path of each.
        #[cfg(all(test, feature = "schema"))]
        const ALL: &[(&str, &str)] = &[$($((stringify!($method), $path)),*),*];
    };
}

doors! {
    ordinary {
        get "/api/games" => library::games;
        get "/api/games/{game}/map" => library::map;
        get "/api/games/{game}/charts" => library::charts;
        get "/api/games/{game}/lesson" => library::lesson;
        get "/api/rules/{rulebook}" => library::rules;
        get "/api/rules/{rulebook}/{case}" => library::rule;
        get "/api/house" => house::house;
        get "/api/tables" => lobby::list;
        get "/api/tables/{id}" => lobby::table;
        post "/api/tables/{id}/seats/{seat}" => lobby::take_seat;
        get "/api/tables/{id}/view" => look::view;
        get "/api/tables/{id}/log" => look::log;
        get "/api/tables/{id}/log-page" => look::log_page;
        get "/api/tables/{id}/catch-up" => look::catch_up;
        get "/api/tables/{id}/turns" => look::turns;
        get "/api/tables/{id}/dice" => look::dice;
        get "/api/tables/{id}/record" => look::record;
        get "/api/tables/{id}/notation" => look::notation;
        get "/api/tables/{id}/position" => look::position;
        get "/api/tables/{id}/overlays" => look::overlays;
        get "/api/tables/{id}/overlay/{overlay}" => look::overlay;
        get "/api/tables/{id}/chat" => look::chat;
        get "/api/tables/{id}/picture.png" => picture::picture;
        get "/api/tables/{id}/advice" => look::advice;
        get "/api/tables/{id}/reasons" => look::reasons;
        get "/api/tables/{id}/analysis" => analysis::analysis;
        post "/api/tables/{id}/act" => play::act;
        post "/api/tables/{id}/command" => play::command;
        post "/api/tables/{id}/why" => play::why;
        post "/api/tables/{id}/undo" => play::undo;
        post "/api/tables/{id}/undo/answer" => play::answer;
        post "/api/tables/{id}/resign" => play::resign;
        post "/api/tables/{id}/abandon" => play::abandon;
        post "/api/tables/{id}/abandon/answer" => play::answer_end;
        post "/api/tables/{id}/draw" => parting::draw;
        post "/api/tables/{id}/remind" => parting::remind;
        post "/api/tables/{id}/claim" => parting::claim;
        post "/api/tables/{id}/rematch" => parting::rematch;
        delete "/api/tables/{id}" => parting::quit;
        get "/api/tables/{id}/webhook" => parting::webhook;
        put "/api/tables/{id}/webhook" => parting::set_webhook;
        get "/api/tables/{id}/orders" => play::orders;
        put "/api/tables/{id}/orders" => play::give_orders;
        get "/api/tables/{id}/live" => play::live;
    }
    bringing {
        post "/api/tables" => lobby::make;
    }
}

#[cfg(all(test, feature = "schema"))]
mod tests {
    use super::{ALL, Document};
    use std::collections::BTreeSet;
    use utoipa::OpenApi as _;

    /// What is written beside a handler for the document says the same as the list above, which is what is answered.
    #[test]
    fn the_document_names_the_doors_that_there_are() {
        let document = serde_json::to_value(Document::openapi()).unwrap();
        let told: BTreeSet<(String, String)> = document["paths"]
            .as_object()
            .unwrap()
            .iter()
            .flat_map(|(path, methods)| methods.as_object().unwrap().keys().map(|method| (method.clone(), path.clone())))
            .collect();
        let doors: BTreeSet<(String, String)> = ALL.iter().map(|&(method, path)| (method.to_owned(), path.to_owned())).collect();
        assert_eq!(told, doors);
    }
}
